import { expect, it } from 'vitest'
import { type Dialogue, runLoop } from './loop.ts'

/** A dialogue whose replies are texts; those that begin with "call" call something. */
function createDialogue(replies: readonly string[]) {
  const asked: (readonly string[])[] = []
  const answered: number[] = []
  const dialogue: Dialogue<string, string> = {
    ask: async (messages) => replies[asked.push(messages) - 1] ?? 'done',
    said: (reply) => [reply],
    hasCalls: (reply) => reply.startsWith('call'),
    answer: async (reply, turn) => {
      answered.push(turn)
      return { messages: [`answer to ${reply}`], outcomes: [] }
    },
  }
  return { dialogue, asked, answered }
}

it('ends with the first reply that calls nothing', async () => {
  const { dialogue, asked } = createDialogue(['hello', 'never asked'])
  const messages = ['question', 'hello']
  const ended = { kind: 'answered', reply: 'hello', outcomes: [], turns: 1, messages }
  expect(await runLoop(dialogue, ['question'], 10)).toEqual(ended)
  expect(asked).toEqual([['question']])
})

it('sends every reply back before its answers, and counts turns from 0', async () => {
  const { dialogue, asked, answered } = createDialogue(['call a', 'call b'])
  const { turns, messages } = await runLoop(dialogue, ['question'], 10)
  expect(turns).toBe(3)
  expect(messages).toEqual([
    'question',
    'call a',
    'answer to call a',
    'call b',
    'answer to call b',
    'done',
  ])
  expect(asked.map(({ length }) => length)).toEqual([1, 3, 5])
  expect(answered).toEqual([0, 1])
})

it('answers nothing of the last turn that it may take', async () => {
  const { dialogue, asked, answered } = createDialogue(['call a', 'call b', 'call c'])
  const ended = await runLoop(dialogue, [], 2)
  expect(ended).toMatchObject({ kind: 'out_of_turns', reply: 'call b', turns: 2 })
  expect(ended.messages.at(-1)).toBe('call b')
  expect(asked).toHaveLength(2)
  expect(answered).toEqual([0])
})

it('is answered when the last turn that it may take calls nothing', async () => {
  const { dialogue } = createDialogue(['call a'])
  expect(await runLoop(dialogue, [], 2)).toMatchObject({ kind: 'answered', turns: 2 })
})

it('leaves the first messages as they are', async () => {
  const first = Object.freeze(['question'])
  await runLoop(createDialogue(['call a']).dialogue, first, 3)
  expect(first).toEqual(['question'])
})

it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
  'refuses %d turns',
  async (maxTurns) => {
    const { dialogue, asked } = createDialogue([])
    const looping = runLoop(dialogue, [], maxTurns)
    await expect(looping).rejects.toMatchObject({ code: 'gate_option_invalid' })
    expect(asked).toEqual([])
  },
)
