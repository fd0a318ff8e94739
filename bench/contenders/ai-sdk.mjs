// ai-sdk.mjs: the Vercel AI SDK, by generateText. Its own scripted model keeps a copy of every prompt, so a
// plain object is the model here. A confirmation is its approval function.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { TASK, TOOL } from '../script.mjs'

export const title = 'Vercel AI SDK'
export const install = { folder: 'more', packages: ['ai'] }

const resolve = createRequire(new URL('../more/package.json', import.meta.url)).resolve
const INPUT_TOKENS = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
const USAGE = { inputTokens: INPUT_TOKENS, outputTokens: { total: 1, text: 1, reasoning: 0 } }

export async function load() {
  const { generateText, isStepCount, tool } = await import(pathToFileURL(resolve('ai')))
  const { z } = await import(pathToFileURL(resolve('zod')))
  globalThis.AI_SDK_LOG_WARNINGS = false

  return async (script) => {
    const model = {
      specificationVersion: 'v4', provider: 'x', modelId: 'x', supportedUrls: {},
      async doGenerate() {
        const { text, calls } = script.next()
        const asked = calls.map(({ id, name, args }) => {
          return { type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(args) }
        })
        const content = calls.length > 0 ? asked : [{ type: 'text', text }]
        const unified = calls.length > 0 ? 'tool-calls' : 'stop'
        return { content, finishReason: { unified, raw: 'x' }, usage: USAGE, warnings: [] }
      },
    }
    const toolApproval = () => {
      script.yes()
      return 'approved'
    }
    await generateText({
      model,
      messages: [{ role: 'user', content: TASK }],
      stopWhen: isStepCount(script.rounds + 1),
      tools: {
        [TOOL.name]: tool({
          description: TOOL.description,
          inputSchema: z.object({ path: z.string(), n: z.number().int() }),
          execute: () => script.work(),
        }),
      },
      ...(script.asks && { toolApproval }),
    })
  }
}
