import type { Access } from "@agent-operations/auth"
import type { Review, ReviewSession } from "@agent-operations/contract/reviews"

type Session = Pick<ReviewSession, "blind" | "status">

/** Whether what others said, and automatic scores, are withheld from a caller: of a session as a whole. Law: H4. */
export const isBlind = ({ blind, status }: Session, { actor }: Pick<Access, "actor">): boolean =>
  blind && status === "open" && actor.type === "user"

/** The same of one review: once their own is in, they see it all. Law: H4. */
export const isBlindOf = (session: Session, { slots }: Pick<Review, "slots">, caller: Pick<Access, "actor">): boolean =>
  isBlind(session, caller) &&
  !slots.some(({ reviewer, submittedAt }) => reviewer?.id === caller.actor.id && submittedAt !== null)
