/** A step of a conversation that a model takes: it says something, or calls the tool of the next step. */
interface ModelStep {
  readonly model: string
  /** Tokens that it read, and that it wrote. */
  readonly in: number
  readonly out: number
  readonly ms: number
  readonly says?: string
  readonly calls?: string
}

interface ToolStep {
  readonly tool: string
  readonly ms: number
  readonly with: unknown
  readonly gives?: unknown
  readonly error?: string
  /** It has not ended. */
  readonly open?: boolean
}

interface SearchStep {
  readonly search: string
  readonly ms: number
  readonly finds: ReadonlyArray<string>
}

interface EmbeddingStep {
  readonly embed: string
  readonly in: number
  readonly ms: number
  readonly of: string
}

interface GuardStep {
  readonly guard: string
  readonly ms: number
  readonly gives: string
}

interface AgentStep {
  readonly agent: string
  readonly steps: ReadonlyArray<Step>
}

/** Steps that are taken many times: `{n}` in their texts is which time it is. */
interface RepeatedSteps {
  readonly repeat: number
  readonly steps: ReadonlyArray<Step>
}

export type LeafStep = ModelStep | ToolStep | SearchStep | EmbeddingStep | GuardStep
export type Step = LeafStep | AgentStep | RepeatedSteps

/** What somebody asked an agent, and what it did, one step after the other. */
export interface Conversation {
  /** How many hours before the start it began. */
  readonly hoursAgo: number
  readonly user: string
  readonly session: string
  /** The customer's plan. */
  readonly tier: string
  readonly tags?: ReadonlyArray<string>
  readonly environment?: string
  readonly ask: string
  readonly steps: ReadonlyArray<Step>
  /** Why it failed. */
  readonly error?: string
  /** It has not ended. */
  readonly open?: boolean
  /** Scores: how helpful it was, 0 to 1, and whether it did what was asked. */
  readonly helpfulness?: number
  readonly resolved?: boolean
}
