import { newTypeId, translateSqlErrors } from "@agent-operations/database"
import { Context, Data, DateTime, Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { AlreadyCreated, claim, type Once } from "../idempotency/claim.ts"
import {
  type Asked,
  changing,
  lockOrganization,
  NotAllowed,
  requireAdministrator,
  requireOwnerFor,
  type Signature,
  type RoleGrant,
  Unknown
} from "../organizations/administrator.ts"
import type { Membership } from "../organizations/Organizations.ts"
import { type Role, roles } from "../organizations/role.ts"
import { endInvitations, invitationColumns, type InvitationRow, recordInvitation } from "./end-invitations.ts"
import { countInvitation, defaultLimits, type InvitationLimits } from "./limits.ts"
import { hashOf, newToken } from "./token.ts"

/** An invitation that is open: neither accepted nor revoked nor over. */
export interface Invitation {
  /** `inv_…` */
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly createdAt: string
  readonly createdBy: Signature
  readonly expiresAt: string
}

/** A person as whoever signed them in knows them, the address proven to be theirs. */
export interface Person {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** The invitation is for another address than the person's. */
export class WrongRecipient extends Data.TaggedError("WrongRecipient")<{ readonly message: string }> {}

interface OfferRow extends Pick<InvitationRow, "id" | "email" | "role" | "created_by"> {
  readonly name: string
  readonly inviter_email: string | null
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at.toISOString(),
  createdBy: JSON.parse(row.created_by),
  expiresAt: row.expires_at.toISOString()
})

const unknownToken = new Unknown({
  message: "The invitation is not open: it was used, replaced or revoked, or it has expired."
})

const organizationEnds = new NotAllowed({
  message:
    "The organization is going to be deleted, and takes no new member. Nothing was changed. Ask whoever invited you to have an owner cancel that, then send this again."
})

const now = Effect.map(DateTime.now, DateTime.toDateUtc)

const make = (limits: InvitationLimits) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(invitationColumns)

    /** The invitations of an address in any case: that of A to Z in every locale, else as the locale of the database has it. */
    const isAddress = (email: string) =>
      sql`(lower(email collate "C") = lower(${email}::text collate "C") or lower(email) = lower(${email}))`

    /** Ends the invitation of an address, for the one that follows it. */
    const replaceEarlier = Effect.fnUntraced(function* (organizationId: string, email: string, by: RoleGrant) {
      const ended = yield* endInvitations(sql, organizationId, by.signature, isAddress(email))
      if (by.role === "admin" && ended.some(({ role }) => role === "owner")) {
        return yield* new NotAllowed({ message: "An owner has already invited this address as an owner." })
      }
    })

    /** Takes an open invitation of the person's away: whoever comes second finds none. */
    const take = Effect.fnUntraced(function* (organizationId: string, tokenHash: Uint8Array, person: Person) {
      const open = sql`organization_id = ${organizationId} and token_hash = ${tokenHash} and expires_at > ${yield* now}`
      const [taken] = yield* sql<InvitationRow>`
        delete from agent_operations.invitations where ${open} and ${isAddress(person.email)}
        returning ${columns}`
      if (taken !== undefined) return taken
      const [others] = yield* sql`select 1 from agent_operations.invitations where ${open}`
      if (others === undefined) return yield* unknownToken
      return yield* new WrongRecipient({ message: "The invitation is for another e-mail address." })
    })

    /** Adds a person as a member, who keeps the role that they have if it is the higher one. */
    const join = Effect.fnUntraced(function* (organizationId: string, person: Person, role: Role) {
      const rows = yield* sql<{ role: Role }>`
        insert into agent_operations.memberships as m (organization_id, user_id, name, email, role, created_at)
        values (${organizationId}, ${person.userId}, ${person.name}, ${person.email}, ${role}, ${yield* now})
        on conflict (organization_id, user_id) do update set name = excluded.name, email = excluded.email,
          role = (${roles}::text[])[least(
            array_position(${roles}::text[], excluded.role), array_position(${roles}::text[], m.role))]
        returning role`
      return rows[0]!.role
    })

    return {
      /**
       * Invites an e-mail address for 7 days; an earlier invitation of it ends, which is told as revoked. The answer holds
       * the only sight of the token. Only owners invite owners, or change an invitation of one. Fails with
       * `TooManyInvitations` where within 24 hours there were as many by the person, in the organization or to the address as
       * may be; the operator may more.
       */
      create: (input: Asked & Once & { readonly email: string; readonly role: Role }) =>
        changing(
          sql,
          input,
          Effect.fnUntraced(function* (by: RoleGrant) {
            const { organizationId, email, role } = input
            yield* requireOwnerFor(by, role)
            const id = newTypeId("inv")
            const action = "invitation.created"
            const { id: actorId } = by.signature
            const claimed = { organizationId, key: input.idempotencyKey, actorId, action, subjectId: id } as const
            const earlier = yield* claim(sql, claimed)
            if (earlier !== undefined) {
              return yield* new AlreadyCreated({ id: earlier, message: `The same request created ${earlier}.` })
            }
            if (input.by.type === "member") {
              yield* countInvitation(sql, limits, { organizationId, invitationId: id, userId: input.by.userId, email })
            }
            yield* replaceEarlier(organizationId, email, by)
            const token = newToken()
            const createdAt = yield* DateTime.now
            const [row] = yield* sql<InvitationRow>`
              insert into agent_operations.invitations
                (organization_id, id, email, role, token_hash, created_at, created_by, expires_at)
              values (${organizationId}, ${id}, ${email}, ${role}, ${hashOf(token)},
                ${DateTime.toDateUtc(createdAt)}, ${JSON.stringify(by.signature)},
                ${DateTime.toDateUtc(DateTime.add(createdAt, { days: 7 }))})
              returning ${columns}`
            yield* recordInvitation(sql, organizationId, by.signature, action, row!)
            return { invitation: toInvitation(row!), token }
          })
        ),

      /**
       * The open invitations, newest first, for owners and admins: `limit` of them, by default all, from the one before the
       * invitation `before` on.
       */
      list: Effect.fnUntraced(function* (
        input: Asked & { readonly before?: string | undefined; readonly limit?: number | undefined }
      ) {
        const { organizationId, before, limit = null } = input
        const earlier = before === undefined ? sql.literal("") : sql`and id < ${before}`
        const rows = yield* requireAdministrator(sql, input).pipe(
          Effect.andThen(sql<InvitationRow>`
            select ${columns} from agent_operations.invitations
            where organization_id = ${organizationId} and expires_at > ${yield* now} ${earlier}
            order by id desc limit ${limit}::integer`),
          translateSqlErrors
        )
        return rows.map(toInvitation)
      }),

      /** One of those. */
      get: Effect.fnUntraced(function* (input: Asked & { readonly id: string }) {
        const [row] = yield* requireAdministrator(sql, input).pipe(
          Effect.andThen(sql<InvitationRow>`
            select ${columns} from agent_operations.invitations
            where organization_id = ${input.organizationId} and id = ${input.id} and expires_at > ${yield* now}`),
          translateSqlErrors
        )
        return row === undefined
          ? yield* new Unknown({ message: "There is no such open invitation." })
          : toInvitation(row)
      }),

      /** Ends an open invitation. */
      revoke: (input: Asked & { readonly id: string }) =>
        changing(
          sql,
          input,
          Effect.fnUntraced(function* (by: RoleGrant) {
            const { organizationId, id } = input
            const [ended] = yield* endInvitations(sql, organizationId, by.signature, sql`id = ${id}`)
            if (ended === undefined) return yield* new Unknown({ message: `There is no open invitation ${id}.` })
            yield* requireOwnerFor(by, ended.role)
          })
        ),

      /**
       * What an open invitation offers, for the page that asks whether to join. `inviterEmail` is the address of whoever
       * invited, where that is a member who has one.
       */
      describe: Effect.fnUntraced(function* ({ token }: { readonly token: Redacted.Redacted }) {
        const [row] = yield* translateSqlErrors(sql<OfferRow>`
          select i.id, i.email, i.role, i.created_by, o.name, m.email as inviter_email from agent_operations.invitations as i
          join agent_operations.organizations as o on o.organization_id = i.organization_id
          left join agent_operations.memberships as m
            on m.organization_id = i.organization_id and m.user_id = i.created_by::jsonb ->> 'id'
          where i.token_hash = ${hashOf(token)} and i.expires_at > ${yield* now}`)
        if (row === undefined) return yield* unknownToken
        const { name: invitedBy }: Signature = JSON.parse(row.created_by)
        return {
          id: row.id,
          organizationName: row.name,
          role: row.role,
          email: row.email,
          invitedBy,
          inviterEmail: row.inviter_email
        }
      }),

      /**
       * Adds a person as a member, once, if the invitation is for their address, whatever its case. A member keeps the
       * higher role. Fails with `Unknown` where the invitation is not open, `WrongRecipient` where it is for another, and
       * `NotAllowed` where the organization is going to be deleted: it stays open. Law: A10.
       */
      accept: Effect.fnUntraced(function* (input: { readonly token: Redacted.Redacted; readonly person: Person }) {
        const { person } = input
        const tokenHash = hashOf(input.token)
        const [invitation] = yield* translateSqlErrors(sql<{ organization_id: string }>`
          select organization_id from agent_operations.invitations where token_hash = ${tokenHash}`)
        if (invitation === undefined) return yield* unknownToken
        const organizationId = invitation.organization_id
        return yield* Effect.gen(function* () {
          const organization = yield* lockOrganization(sql, organizationId)
          const taken = yield* take(organizationId, tokenHash, person)
          if (organization?.closing === true) return yield* organizationEnds
          const role = yield* join(organizationId, person, taken.role)
          const actor = { type: "user", id: person.userId, name: person.name } as const
          yield* recordInvitation(sql, organizationId, actor, "invitation.accepted", { ...taken, role })
          return { organizationId, organizationName: organization!.name, role } satisfies Membership
        }).pipe(sql.withTransaction, translateSqlErrors)
      })
    }
  })

/** Invitations into organizations by e-mail: created, listed and revoked by owners and admins, accepted once. */
export class Invitations extends Context.Service<Invitations, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/auth/Invitations"
) {
  static readonly layer = Layer.effect(Invitations, make(defaultLimits))

  /** With other limits than the default ones. */
  static readonly layerWith = (limits: Partial<InvitationLimits>) =>
    Layer.effect(Invitations, make({ ...defaultLimits, ...limits }))
}
