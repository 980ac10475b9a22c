import { administer, by, json, org, print, table, UsageError } from "@agent-operations/admin"
import { Organizations, roles } from "@agent-operations/auth"
import { ensurePerson, isEmailAddress } from "@agent-operations/identity/tokens"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"

const email = Flag.String("email").pipe(Flag.withDescription("The person's e-mail address"))

const add = Command.make(
  "add",
  {
    org,
    email,
    role: Flag.Literals("role", roles).pipe(
      Flag.withDescription("owner, admin or member"),
      Flag.withDefault("member" as const)
    ),
    json
  },
  ({ org, email, role, json }) =>
    administer(
      Effect.gen(function* () {
        if (!isEmailAddress(email)) {
          return yield* new UsageError({
            message: `${email} is not an e-mail address.`,
            hint: "Write ada@example.com."
          })
        }
        const person = yield* ensurePerson({ email, name: email.slice(0, email.lastIndexOf("@")) })
        yield* (yield* Organizations).setMember({
          organizationId: org,
          userId: person.id,
          name: person.name,
          email: person.email,
          role,
          by
        })
        yield* print(json, { organizationId: org, userId: person.id, email: person.email, role }, person.id)
      })
    )
).pipe(
  Command.withDescription("Add a member, or change their role. They can sign in if the settings admit their address")
)

const list = Command.make("list", { org, json }, ({ org, json }) =>
  administer(
    Effect.gen(function* () {
      const members = yield* (yield* Organizations).members({ organizationId: org, by })
      const rows = members.map(({ userId, role, email, name }) => [userId, role, email ?? "-", name])
      yield* print(json, members, table(rows))
    })
  )
).pipe(Command.withDescription("List an organization's members"))

const remove = Command.make("remove", { org, email }, ({ org, email }) =>
  administer(
    Effect.gen(function* () {
      const organizations = yield* Organizations
      const members = yield* organizations.members({ organizationId: org, by })
      const member = members.find((member) => member.email?.toLowerCase() === email.toLowerCase())
      if (member === undefined) {
        return yield* new UsageError({
          message: `${email} is not a member of ${org}.`,
          hint: "See the list: member list --org …"
        })
      }
      yield* organizations.removeMember({ organizationId: org, userId: member.userId, by })
      yield* Console.log(`${email} was removed, and every program that they had authorized lost its access.`)
    })
  )
).pipe(Command.withDescription("Remove a member; their access ends at once"))

export const members = Command.make("member").pipe(
  Command.withDescription("Members of an organization"),
  Command.withSubcommands([add, list, remove])
)
