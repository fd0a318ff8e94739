// langchain.mjs: LangChain's agent, which runs on LangGraph. A confirmation is a middleware around the tool's
// call.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { TASK, TOOL } from '../script.mjs'

export const title = 'LangChain'
export const install = { folder: 'more', packages: ['langchain', '@langchain/core', '@langchain/langgraph'] }

const STEPS_PER_ROUND = 4 // of its graph, at most

export async function load() {
  const [main, models, parts, tools, { z }] = await Promise.all([
    'langchain', '@langchain/core/language_models/chat_models', '@langchain/core/messages',
    '@langchain/core/tools', 'zod',
  ].map(load1))

  return async (script) => {
    class Scripted extends models.BaseChatModel {
      _llmType() {
        return 'scripted'
      }

      bindTools() {
        return this
      }

      async _generate() {
        const { text, calls } = script.next()
        const asked = calls.map((call) => ({ type: 'tool_call', ...call }))
        const message = new parts.AIMessage({ content: text, ...(asked.length > 0 && { tool_calls: asked }) })
        return { generations: [{ text, message }] }
      }
    }
    const probe = tools.tool(() => script.work(), {
      name: TOOL.name,
      description: TOOL.description,
      schema: z.object({ path: z.string(), n: z.number().int() }),
    })
    const wrapToolCall = async (request, handler) => {
      script.yes()
      return handler(request)
    }
    const middleware = script.asks ? [main.createMiddleware({ name: 'confirm', wrapToolCall })] : []
    const agent = main.createAgent({ model: new Scripted({}), tools: [probe], middleware })
    const recursionLimit = script.rounds * STEPS_PER_ROUND + 20
    await agent.invoke({ messages: [{ role: 'user', content: TASK }] }, { recursionLimit })
  }
}

const require = createRequire(new URL('../more/package.json', import.meta.url))

/** The CommonJS build is what resolve finds; its ESM twin beside it is what an import would take. */
function load1(name) {
  return import(pathToFileURL(require.resolve(name)))
}
