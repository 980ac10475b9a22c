import { reviews } from "@agent-operations/contract/reviews"
import { Scorer, scorers } from "@agent-operations/contract/scorers"
import { traces } from "@agent-operations/contract/traces"
import { definitions } from "@agent-operations/definitions"

/** Scorers without the kinds that they may refer to: what people are asked refers to none. */
export const asked = definitions({ ...Scorer, mayReference: [] }, { scopes: scorers.scopes })

/** What a server of reviews has at least. */
export const reviewFamilies = [traces, ...asked.families, reviews]
