// gemini.mjs: the gate of gemini-cli-core: its policy engine, and for files also the check of its tools that
// a path lies in the workspace. It is installed apart, since it brings some 450 packages.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export const TITLE = 'gemini-cli-core'

const require = createRequire(new URL('gemini/package.json', import.meta.url))
const ANSWERS = { allow: 'allow', ask_user: 'ask', deny: 'refuse' }
const TOOLS = { bash: 'run_shell_command', read: 'read_file', write: 'write_file' }

/** A function of a root and a list of tools to allow, which makes a gate: a call to its answer. null where
 *  the package is not installed. */
export async function loadGemini() {
  let file
  try {
    file = require.resolve('@google/gemini-cli-core')
  } catch {
    return null
  }
  const core = await import(pathToFileURL(file))
  for (const name of ['debug', 'log', 'warn', 'error']) console[name] = () => {} // it tells every step
  await core.initializeShellParsers()
  const configs = new Map()
  const configOf = async (allowed) => {
    const key = allowed.join()
    const mode = core.ApprovalMode.DEFAULT
    if (!configs.has(key)) configs.set(key, await core.createPolicyEngineConfig({ tools: { allowed } }, mode))
    return configs.get(key)
  }
  return async (root, allowed = []) => {
    const sandboxManager = new core.NoopSandboxManager({ workspace: root }) // its own without a sandbox
    const engine = new core.PolicyEngine({ ...await configOf(allowed), sandboxManager })
    const workspace = new core.WorkspaceContext(root)
    return async ({ name, args }) => {
      const { path: file_path, ...rest } = args
      if (!Object.hasOwn(TOOLS, name)) return 'refuse'
      if (typeof (name === 'bash' ? args.command : file_path) !== 'string') return 'refuse' // by its schema
      if (name !== 'bash' && !workspace.isPathWithinWorkspace(file_path)) return 'refuse'
      const given = name === 'bash' ? args : { file_path, ...rest }
      return ANSWERS[(await engine.check({ name: TOOLS[name], args: given })).decision]
    }
  }
}

/** What to allow so that these programs run, and files are written, without a question. */
export function allowing(programs, isWritable) {
  const files = isWritable ? ['write_file'] : []
  return [...programs.map((program) => `run_shell_command(${program})`), ...files]
}
