import { Data, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { takeTurn } from "../take-turn.ts"

/** How many invitations may be created within 24 hours, since each is a mail to somebody who did not ask for it. */
export interface InvitationLimits {
  /** By one person, in all organizations. Default: 50. */
  readonly person: number
  /** In one organization, by everybody. Default: 200. */
  readonly organization: number
  /** To one address, by everybody; what stands after a `+` in it tells no two addresses apart. Default: 5. */
  readonly recipient: number
}

export const defaultLimits: InvitationLimits = { person: 50, organization: 200, recipient: 5 }

/** A limit of invitations within 24 hours is reached. None was created. */
export class TooManyInvitations extends Data.TaggedError("TooManyInvitations")<{
  /** By, in or to which there are too many. */
  readonly reached: keyof InvitationLimits
  readonly message: string
  /** Whole seconds until there is room for another. */
  readonly retryAfter: number
}> {}

const messages: Readonly<Record<keyof InvitationLimits, string>> = {
  person: "You have reached the limit of invitations that one person may send within 24 hours.",
  organization: "The organization has reached its limit of invitations within 24 hours.",
  recipient: "This address has reached its limit of invitations within 24 hours."
}

const recipientOf = (email: string) => email.toLowerCase().replace(/\+[^@]*/, "")

/**
 * Counts an invitation, or fails where there are too many. In a transaction that has its organization locked: whoever is
 * counted with the same person or address waits, and counts in a later statement.
 */
export const countInvitation = Effect.fnUntraced(function* (
  sql: SqlClient,
  limits: InvitationLimits,
  made: {
    readonly organizationId: string
    readonly invitationId: string
    readonly userId: string
    readonly email: string
  }
) {
  const { organizationId, invitationId, userId } = made
  const recipient = recipientOf(made.email)
  const now = yield* DateTime.now
  const since = DateTime.toDateUtc(DateTime.subtractDuration(now, "1 day"))
  yield* takeTurn(sql, `invitations by ${userId}`)
  yield* takeTurn(sql, `invitations to ${recipient}`)
  const counted = [
    ["person", sql`invited_by = ${userId}`],
    ["organization", sql`organization_id = ${organizationId}`],
    ["recipient", sql`recipient = ${recipient}`]
  ] as const
  for (const [reached, same] of counted) {
    // The oldest of the newest so many: once it is a day old there is room for another.
    const [first] = yield* sql<{ created_at: Date }>`
      select created_at from agent_operations.counted_invitations where ${same} and created_at > ${since}
      order by created_at desc offset ${limits[reached] - 1}`
    if (first !== undefined) {
      const millis = DateTime.toEpochMillis(DateTime.addDuration(DateTime.fromDateUnsafe(first.created_at), "1 day"))
      const retryAfter = Math.ceil((millis - DateTime.toEpochMillis(now)) / 1000)
      return yield* new TooManyInvitations({ reached, message: messages[reached], retryAfter })
    }
  }
  yield* sql`
    insert into agent_operations.counted_invitations (organization_id, id, invited_by, recipient, created_at)
    values (${organizationId}, ${invitationId}, ${userId}, ${recipient}, ${DateTime.toDateUtc(now)})`
})

/** Forgets the invitations that are over, and those that count no more. */
export const forgetInvitations = Effect.fnUntraced(function* (sql: SqlClient) {
  const now = yield* DateTime.now
  yield* sql`delete from agent_operations.invitations where expires_at <= ${DateTime.toDateUtc(now)}`
  const since = DateTime.toDateUtc(DateTime.subtractDuration(now, "1 day"))
  yield* sql`delete from agent_operations.counted_invitations where created_at <= ${since}`
})
