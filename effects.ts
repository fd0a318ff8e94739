import type { ToolCall } from './agent.ts'
export interface Step {}
export interface Effects {}
