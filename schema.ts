// schema.ts: a call's arguments against its tool's JSON Schema, closed: what is not declared is refused by
// name. It knows the few keywords that tools here use; a schema with another one is a fault of the tool.

import { shown } from './paths.ts'
import type { Tool } from './tools.ts'

interface Property { type: string; minimum?: number; maximum?: number; description?: string }
interface Schema { properties: Record<string, Property>; required?: readonly string[] }

/** What is wrong with the arguments of a call, or null. */
export function argumentsFault(tool: Tool, args: unknown): string | null {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (!isObject) return 'arguments must be one JSON object'
  const { properties, required = [] } = tool.parameters as Schema
  const takes = `${tool.name} takes ${Object.keys(properties).join(', ')}`
  const missing = required.find((name) => isMissing(args, name))
  if (missing !== undefined) return `missing ${missing}: ${takes}`
  for (const [name, value] of Object.entries(args)) {
    const isDeclared = Object.hasOwn(properties, name) && Object.hasOwn(tool.access, name)
    if (!isDeclared) return `unknown argument ${shown(name)}: ${takes}`
    const fault = faultOf(properties[name]!, value)
    if (fault !== null) return `${name} must be ${fault}`
  }
  return null

  function isMissing(given: object, name: string): boolean {
    const value = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined
    const isNamed = tool.access[name] !== 'text' // a path or a command; a text may be empty
    return value === undefined || (isNamed && typeof value === 'string' && value.trim() === '')
  }
}

/** What the value should have been, or null when it is that. */
function faultOf({ type, minimum = -Infinity, maximum = Infinity }: Property, value: unknown): string | null {
  if (type === 'string') return typeof value === 'string' ? null : 'a string'
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'true or false'
  if (type !== 'integer') return `of a type that is known here, and its tool declares ${type}`
  const fits = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  return fits ? null : `a whole number from ${minimum}${maximum === Infinity ? '' : ` to ${maximum}`}`
}
