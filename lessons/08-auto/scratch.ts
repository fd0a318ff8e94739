// scratch.ts: whether a command removes a folder with all that is in it, and one that no tool makes again.

import { relative, resolve } from 'node:path'
import { isOption, nameOf } from './forms.ts'

/** Folders that a build, an installation or a test run makes again. */
const SCRATCH = new Set(`dist build out target coverage node_modules __pycache__ htmlcov tmp temp _build obj
  storybook-static deriveddata .cache .next .nuxt .output .turbo .parcel-cache .svelte-kit .angular .vite
  .pytest_cache .mypy_cache .ruff_cache .nyc_output .tox .nox .gradle .venv venv .tmp .temp .eggs .docusaurus
  .webpack .rollup.cache .jest-cache .ipynb_checkpoints .hypothesis .dart_tool`.split(/\s+/))
const REMOVERS = ['rm', 'grm', 'trash', 'rimraf', 'del']

/** Whether a vector removes folders whole, and not all of them are scratch inside the root. */
export function isDeepRemoval([program, ...words]: readonly string[], cwd: string, root: string): boolean {
  const name = nameOf(program)
  if (!REMOVERS.includes(name)) return false
  const isDeep = name !== 'rm' || words.some((word) => /^-\w*[rR]|^--recursive$/.test(word))
  const operands = words.filter((word) => !isOption(word))
  return isDeep && !(operands.length > 0 && operands.every((word) => isScratch(word, cwd, root)))
}

function isScratch(word: string, cwd: string, root: string): boolean {
  const names = relative(root, resolve(cwd, word)).split('/')
  if (/[~$\x60{}]/.test(word) || names[0] === '..' || names[0] === '') return false
  return names.some((name) => SCRATCH.has(name.toLowerCase()) || name.endsWith('.egg-info'))
}
