/** One subschema as ajv gets it. Mutable until the whole schema is read. */
export type Subschema = boolean | Record<string, unknown>
