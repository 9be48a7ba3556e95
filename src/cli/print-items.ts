import type { Io } from './io.ts'

/** Prints items as they come: JSON texts as one JSON document, a list, or lines as they are. */
export async function printItems(
  io: Io,
  items: AsyncIterable<string>,
  as: 'document' | 'lines',
): Promise<void> {
  let separator = '['
  for await (const item of items) {
    await io.out(as === 'lines' ? `${item}\n` : `${separator}\n${item}`)
    separator = ','
  }
  if (as === 'document') await io.out(separator === '[' ? '[]\n' : '\n]\n')
}
