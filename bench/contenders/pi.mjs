// pi.mjs: the agent core of pi. Its model is a stream: here of the two events that it cannot do without. It
// checks arguments by the tool's schema; a confirmation is its hook before a tool call.

import { TASK, TOOL } from '../script.mjs'

export const title = 'pi agent core'
export const install = { folder: '.', packages: ['@earendil-works/pi-agent-core'] }

const COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
const USAGE = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: COST }
const MODEL = {
  id: 'x', name: 'x', api: 'x', provider: 'x', baseUrl: '', reasoning: false, input: ['text'], cost: COST,
  contextWindow: 1e9, maxTokens: 1e6,
}

export async function load() {
  const { Agent } = await import('@earendil-works/pi-agent-core')
  const { createAssistantMessageEventStream } = await import('@earendil-works/pi-ai')

  return async (script) => {
    const streamFn = () => {
      const { text, calls } = script.next()
      const asked = calls.map(({ id, name, args }) => ({ type: 'toolCall', id, name, arguments: args }))
      const stopReason = calls.length > 0 ? 'toolUse' : 'stop'
      const content = calls.length > 0 ? asked : [{ type: 'text', text }]
      const origin = { api: 'x', provider: 'x', model: 'x', usage: USAGE, timestamp: Date.now() }
      const message = { role: 'assistant', content, stopReason, ...origin }
      const stream = createAssistantMessageEventStream()
      stream.push({ type: 'start', partial: message })
      stream.push({ type: 'done', reason: stopReason, message })
      return stream
    }
    const execute = async () => ({ content: [{ type: 'text', text: await script.work() }], details: {} })
    const tools = [{ ...TOOL, label: TOOL.name, execute }]
    const initialState = { systemPrompt: 'x', model: MODEL, thinkingLevel: 'off', tools }
    const beforeToolCall = async () => {
      script.yes() // undefined lets the call run
    }
    const agent = new Agent({ initialState, streamFn, ...(script.asks && { beforeToolCall }) })
    await agent.prompt(TASK)
    if (agent.state.errorMessage) throw new Error(agent.state.errorMessage)
  }
}
