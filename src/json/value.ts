/** A JSON value that is not a container. */
export type JsonPrimitive = string | number | boolean | null

/** A JSON value (RFC 8259). Values that this folder made are deeply frozen. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject

/** A JSON object. Objects that this folder made have no prototype. */
export interface JsonObject {
  readonly [member: string]: JsonValue
}
