import { styleText } from 'node:util'
import type { Io } from './io.ts'

/** Colours a text where the terminal shows colour. */
export function paint(io: Io, color: 'red' | 'green' | 'dim', text: string): string {
  return io.color ? styleText(color, text, { validateStream: false }) : text
}
