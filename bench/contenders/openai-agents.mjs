// openai-agents.mjs: the OpenAI Agents SDK, without streaming and tracing. It confirms by ending the run with
// its open calls: each is approved, and the run resumed.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { TASK, TOOL } from '../script.mjs'

export const title = 'OpenAI Agents'
export const install = { folder: 'more', packages: ['@openai/agents'] }

const resolve = createRequire(new URL('../more/package.json', import.meta.url)).resolve

export async function load() {
  const { Agent, Runner, setTracingDisabled, tool, Usage } = await import(
    pathToFileURL(resolve('@openai/agents')))
  const { z } = await import(pathToFileURL(resolve('zod')))
  setTracingDisabled(true)

  return async (script) => {
    const model = {
      async getResponse() {
        const { text, calls } = script.next()
        const asked = calls.map(({ id, name, args }) => {
          const status = 'completed'
          return { type: 'function_call', callId: id, name, status, arguments: JSON.stringify(args) }
        })
        const content = [{ type: 'output_text', text }]
        const said = [{ type: 'message', id: 'm', role: 'assistant', status: 'completed', content }]
        return { usage: new Usage(), output: calls.length > 0 ? asked : said }
      },
    }
    const probe = tool({
      name: TOOL.name,
      description: TOOL.description,
      parameters: z.object({ path: z.string(), n: z.number().int() }),
      needsApproval: script.asks,
      execute: () => script.work(),
    })
    const agent = new Agent({ name: 'a', instructions: 'x', model, tools: [probe] })
    const runner = new Runner({ tracingDisabled: true })
    const limit = { maxTurns: script.rounds + 1 }
    let result = await runner.run(agent, TASK, limit)
    while (result.interruptions.length > 0) {
      for (const open of result.interruptions) if (script.yes()) result.state.approve(open)
      result = await runner.run(agent, result.state, limit)
    }
  }
}
