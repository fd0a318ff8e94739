// bare.mjs: no harness at all: an array, a map and Promise.all. It checks nothing and stops for nobody; what
// it costs is what no harness can be below.

import { TASK, TOOL } from '../script.mjs'

export const title = 'bare loop'

export async function load() {
  return async (script) => {
    const messages = [{ role: 'user', text: TASK }]
    const tools = new Map([[TOOL.name, () => script.work()]])
    const confirm = script.asks ? async () => script.yes() : null
    for (;;) {
      const { text, calls } = await (async () => script.next())()
      messages.push({ role: 'assistant', text, calls })
      if (calls.length === 0) return
      const results = calls.map(async ({ id, name, args }) => {
        const isAllowed = confirm === null || await confirm()
        return { id, text: isAllowed ? await tools.get(name)(args) : 'denied' }
      })
      messages.push({ role: 'results', results: await Promise.all(results) })
    }
  }
}
