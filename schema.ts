// schema.ts: a call's arguments against its tool's JSON Schema, closed: what is not declared is refused by
// name. It knows the few keywords that tools here use. A schema with another one makes a promise that nobody
// keeps, so an argument with such a schema is refused until the keyword is known here.

import { shown } from './print.ts'
import type { Tool } from './tools.ts'

const KEYWORDS = ['type', 'description', 'minimum', 'maximum']

interface Property { type: string; minimum?: number; maximum?: number; description?: string }
interface Schema { properties?: Record<string, Property>; required?: readonly string[] }

/** What is wrong with the arguments of a call, or null. */
export function argumentsFault(tool: Tool, args: unknown): string | null {
  if (!isPlainObject(args)) return 'arguments must be one JSON object'
  const { properties = {}, required = [] } = tool.parameters as Schema
  const takes = `${tool.name} takes ${Object.keys(properties).join(', ') || 'no arguments'}`
  const missing = required.find((name) => isMissing(tool, args, name))
  if (missing !== undefined) return `missing ${missing}: ${takes}`
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(properties, name)) return `unknown argument ${shown(name)}: ${takes}`
    const fault = Object.hasOwn(tool.access, name) ? faultOf(properties[name]!, value)
      : `left out: the tool ${tool.name} does not say what it reaches`
    if (fault !== null) return `${name} must be ${fault}`
  }
  return null
}

/** What JSON makes: own keys only, no class, nothing inherited that a tool could take for an argument. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
    && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

function isMissing(tool: Tool, args: Record<string, unknown>, name: string): boolean {
  const value = Object.hasOwn(args, name) ? args[name] : undefined
  const isNamed = tool.access[name] !== 'text' // a path or a command; a text may be empty
  return value === undefined || (isNamed && typeof value === 'string' && value.trim() === '')
}

/** What the value should have been, or null when it is that. */
function faultOf(property: Property, value: unknown): string | null {
  const { type, minimum, maximum } = property
  const unknown = Object.keys(property).find((keyword) => !KEYWORDS.includes(keyword))
  if (unknown !== undefined) return `left out: its schema says ${unknown}, which is not checked here`
  if (type === 'string') return typeof value === 'string' ? null : 'a string'
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'true or false'
  if (type !== 'integer') return `left out: its schema says ${type}, which is not checked here`
  const isInRange = (given: number) => given >= (minimum ?? -Infinity) && given <= (maximum ?? Infinity)
  if (Number.isSafeInteger(value) && isInRange(Number(value))) return null
  const from = minimum === undefined ? '' : ` from ${minimum}`
  return `a whole number${from}${maximum === undefined ? '' : ` to ${maximum}`}`
}
