// classifier.ts: the model that auto mode asks about calls that rules know nothing of: the session's own,
// with no second try and room for one word.

import { modelOf } from './provider.ts'
import { modelClassifier } from '../lessons/08-auto/auto.ts'
import { setting } from '../policy.ts'
import { TOOLS } from '../tools.ts'
import type { Options } from './options.ts'
import type { Message } from '../agent.ts'
import type { Classifier } from '../lessons/08-auto/auto.ts'
import type { Policy } from '../policy.ts'

const WORD_TOKENS = 64 // room for one word, and for what a model thinks before it says it

/** Makes the classifier of a conversation from its history. */
export type ClassifierFor = (messages: () => readonly Message[]) => Classifier

/** Throws UsageError where the session's model does. */
export async function classifierFor(
  provider: 'anthropic' | 'openai', options: Options, policy: Policy,
): Promise<ClassifierFor> {
  const quick = { ...policy, retries: 0, replyTokens: WORD_TOKENS }
  const model = await modelOf(provider, options, quick, process.env, () => {})
  const seconds = setting(policy, 'classifierSeconds')
  return (messages) => modelClassifier(model, { messages, tools: TOOLS, seconds })
}
