import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/value.ts'
import { findAnthropicStrictProblems } from '../../testing/strict-checker-anthropic.ts'
import { findOpenAiStrictProblems } from '../../testing/strict-checker-openai.ts'
import { planAnthropicStrict, toAnthropicStrict } from './anthropic.ts'
import { toOpenAiStrict } from './openai.ts'
import type { StrictResult } from './result.ts'

interface ListedTool {
  readonly name: string
  readonly inputSchema: JsonObject
}

const corpus = new URL(
  '../../../../shared/corpora/mcp-tools/github-mcp-server.json',
  import.meta.url,
)
const tools: readonly ListedTool[] = existsSync(corpus)
  ? JSON.parse(readFileSync(corpus, 'utf8'))
  : []

// Skipped where the corpus of real tools is not beside the project.
describe.skipIf(tools.length === 0)('the 117 tools of the GitHub MCP server', () => {
  it('are 115 times strict for OpenAI', () => {
    const { strict, others } = convertAll(toOpenAiStrict)
    expect(strict.flatMap(findOpenAiStrictProblems)).toEqual([])
    expect(strict).toHaveLength(115)
    expect(others).toEqual([
      'issue_write /properties/type type: nullable_optional',
      'projects_write /properties/filter type: nullable_optional',
      'projects_write /properties/updated_field/oneOf/0/properties/value type: untyped',
      'projects_write /properties/updated_field/oneOf/1/properties/value type: untyped',
    ])
  })

  it('are 116 times strict for Anthropic, one at a time', () => {
    const { strict, others } = convertAll(toAnthropicStrict)
    expect(strict.flatMap((schema) => findAnthropicStrictProblems([schema]))).toEqual([])
    expect(strict).toHaveLength(116)
    expect(others).toEqual([
      'projects_write /properties/updated_field/oneOf/0/properties/value type: untyped',
      'projects_write /properties/updated_field/oneOf/1/properties/value type: untyped',
    ])
  })

  it('fill the budgets of one request to Anthropic', () => {
    const plan = planAnthropicStrict(tools.map((tool) => tool.inputSchema))
    const strict = plan.flatMap((result) => (result.strict ? [result.schema] : []))
    expect(findAnthropicStrictProblems(strict)).toEqual([])
    expect(strict).toHaveLength(20)
  })
})

function convertAll(convert: (schema: JsonObject) => StrictResult): {
  readonly strict: readonly JsonObject[]
  readonly others: readonly string[]
} {
  const strict: JsonObject[] = []
  const others: string[] = []
  for (const { name, inputSchema } of tools) {
    const result = convert(inputSchema)
    if (result.strict) strict.push(result.schema)
    else
      others.push(
        ...result.reasons.map(({ path, keyword, why }) => `${name} ${path} ${keyword}: ${why}`),
      )
  }
  return { strict, others: others.sort() }
}
