import type { JsonObject } from '../json/value.ts'

/** One problem that a Standard Schema library reports (standardschema.dev, version 1). */
export interface StandardIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The answer of a Standard Schema library. */
export type StandardResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** The part of Standard Schema and Standard JSON Schema that is used here; structural, so that no library is needed. */
export interface StandardSchema<In = unknown, Out = In> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>
    readonly types?: { readonly input: In; readonly output: Out } | undefined
    readonly jsonSchema?: StandardJsonSchema | undefined
  }
}

/** How a library gives the JSON Schema of what goes in and what comes out (Standard JSON Schema, version 1). */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
  readonly output: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>
}

/** What describes the arguments or the result of a tool: a Standard Schema, or JSON Schema 2020-12 as plain data. */
export type ToolSchema = StandardSchema | Readonly<Record<string, unknown>>

/** The type of a value before a schema has seen it. */
export type SchemaInput<S> = S extends StandardSchema<infer In, unknown> ? In : JsonObject

/** The type of a value after a schema has seen it. */
export type SchemaOutput<S> = S extends StandardSchema<unknown, infer Out> ? Out : JsonObject

/** Whether a schema is a Standard Schema; arktype's schemas are functions. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false
  return '~standard' in schema
}
