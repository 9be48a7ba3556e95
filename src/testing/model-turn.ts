/** One part of what a scripted model says. */
export type ModelPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly name: string
      /** What the model writes, right or wrong: text that is not whole JSON was cut off. */
      readonly arguments: string
      /** The provider makes one where it is absent; null where the provider sends none. */
      readonly id?: string | null
    }
  /** Anything else that the provider's model says, as it stands on the wire. */
  | { readonly kind: 'raw'; readonly wire: FakeBody }

/** A model by script: what it says to a request, of which `turn` counts from 0. */
export type ModelScript = (body: FakeBody, turn: number) => readonly ModelPart[]

/** The JSON body of a request. */
export type FakeBody = Readonly<Record<string, unknown>>

/** A fake of a provider's API. */
export interface ProviderFake extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a path. */
  readonly origin: string
  /** The bodies of all requests, also of those that were refused. */
  readonly requests: readonly FakeBody[]
}

/** Narrows a value to an object that is no list. */
export function isBody(value: unknown): value is FakeBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; nothing where there is no list. */
export function bodiesOf(list: unknown): readonly FakeBody[] {
  return Array.isArray(list) ? list.filter(isBody) : []
}

/** Whether a text is whole JSON; a scripted model that was cut off writes one that is not. */
export function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const PIECE = 7

/** A text in pieces, as streams bring it. */
export function piecesOf(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
    text.slice(index * PIECE, (index + 1) * PIECE),
  )
}
