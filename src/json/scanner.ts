import { readNumber } from './numbers.ts'
import { type JsonProblem, JsonRefusal } from './problem.ts'
import type { JsonProfile } from './profile.ts'
import { assertText } from './strings.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const PLUS = 0x2b
const MINUS = 0x2d
const DOT = 0x2e
const DIGIT_ZERO = 0x30
const DIGIT_NINE = 0x39
const UPPER_E = 0x45
const BACKSLASH = 0x5c
const LOWER_E = 0x65

// biome-ignore lint/suspicious/noControlCharactersInRegex: a raw control character is what must be found (RFC 8259 §7)
const NEEDS_A_LOOK = /[\u0000-\u001f\\\ud800-\udfff]/

/** Reads the tokens of JSON (RFC 8259) from left to right, and knows where it is. */
export class Scanner {
  readonly #text: string
  readonly #profile: JsonProfile
  #at = 0

  constructor(text: string, profile: JsonProfile) {
    this.#text = text
    this.#profile = profile
  }

  get at(): number {
    return this.#at
  }

  /** Skips white space and returns the code unit behind it, `NaN` at the end. */
  peek(): number {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at)
      if (unit !== SPACE && unit !== LINE_FEED && unit !== CARRIAGE_RETURN && unit !== TAB)
        return unit
      this.#at += 1
    }
  }

  /** Steps over the code unit when it is next. */
  take(unit: number): boolean {
    if (this.peek() !== unit) return false
    this.#at += 1
    return true
  }

  word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.refusal('syntax')
    this.#at += word.length
    return value
  }

  /** Reads a string, which starts at the quote that is next. */
  string(): string {
    const start = this.#at
    const end = this.#closingQuote(start + 1)
    this.#at = end + 1
    const raw = this.#text.slice(start + 1, end)
    if (!NEEDS_A_LOOK.test(raw)) return raw
    const text = readToken(this.#text.slice(start, end + 1), start)
    assertText(text, this.#profile, start)
    return text
  }

  number(): number {
    const start = this.#at
    this.#skip(MINUS)
    if (!this.#skip(DIGIT_ZERO)) this.#digits()
    if (this.#skip(DOT)) this.#digits()
    if (this.#skip(LOWER_E) || this.#skip(UPPER_E)) {
      if (!this.#skip(PLUS)) this.#skip(MINUS)
      this.#digits()
    }
    return readNumber(this.#text.slice(start, this.#at), this.#profile, start)
  }

  refusal(problem: JsonProblem): JsonRefusal {
    return new JsonRefusal(problem, this.#at)
  }

  /** The first quote with an even number of backslashes before it. */
  #closingQuote(from: number): number {
    let end = this.#text.indexOf('"', from)
    while (end !== -1) {
      let run = end
      while (this.#text.charCodeAt(run - 1) === BACKSLASH) run -= 1
      if ((end - run) % 2 === 0) return end
      end = this.#text.indexOf('"', end + 1)
    }
    throw this.refusal('syntax')
  }

  #skip(unit: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== unit) return false
    this.#at += 1
    return true
  }

  #digits(): void {
    const start = this.#at
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at += 1
    if (this.#at === start) throw this.refusal('syntax')
  }
}

function isDigit(unit: number): boolean {
  return unit >= DIGIT_ZERO && unit <= DIGIT_NINE
}

/** The text of one string token whose end is known; the engine judges its escapes and control characters. */
function readToken(token: string, at: number): string {
  try {
    return JSON.parse(token)
  } catch {
    throw new JsonRefusal('syntax', at)
  }
}
