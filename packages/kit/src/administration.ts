import {
  type Administrator,
  type ApiKey,
  type ApiKeys,
  type Member,
  type Organizations,
  type Project,
  type Role
} from "@agent-operations/auth"
import { type Duration, Effect, Redacted } from "effect"
import { inputCheck } from "./administration-input.ts"
import type { CallOptions, Run } from "./promises.ts"

interface InOrganization {
  readonly organizationId: string
  /** Who asks for it. Default: the operator, who may do anything. */
  readonly by?: Administrator | undefined
}

interface Once {
  /**
   * A key that the caller chose for this one creation, 1 to 200 characters: a second with the same key creates nothing, of an
   * organization ever, of anything else within a day.
   */
  readonly idempotencyKey?: string | undefined
}

/** An API key to create. */
export interface CreateKey extends InOrganization, Once {
  readonly name: string
  /** Some of those that the mounted families declare. */
  readonly scopes: ReadonlyArray<string>
  /** Default: never. */
  readonly expiresAt?: Date | undefined
}

/** An API key to replace by a new one with the same name, scopes and expiry. */
export interface ReplaceKey extends InOrganization, Once {
  readonly id: string
  /** How long both keys work, unless the old one ends before: `"1 hour"`. Default: the old one ends at once. */
  readonly overlap?: Duration.Input | undefined
}

/** A new API key with its secret, which cannot be read again. */
export interface CreatedKey {
  readonly key: ApiKey
  /** What stands after `Bearer`. It is told this once, and stored nowhere. */
  readonly token: string
}

/**
 * The API keys of organizations. Calls reject with `Unknown`, `NotAllowed`, `ScopesNotOffered` and `AlreadyCreated` of
 * `@agent-operations/auth`, for a member also with its `TooManyKeys`, or with a `ValidationError`.
 */
export interface Keys {
  readonly create: (input: CreateKey, options?: CallOptions) => Promise<CreatedKey>
  /**
   * Keys, newest first, revoked ones too: 1,000, from the one before the key `before` on. Pass `nextBefore` as `before` for
   * those that follow; it is null where there are no more.
   */
  readonly list: (
    input: InOrganization & { readonly before?: string | undefined },
    options?: CallOptions
  ) => Promise<{ readonly items: ReadonlyArray<ApiKey>; readonly nextBefore: string | null }>
  /** Revokes a key: it fails at the next request. */
  readonly revoke: (input: InOrganization & { readonly id: string }, options?: CallOptions) => Promise<ApiKey>
  /** Creates another key with the name, scopes and expiry of one, and ends that. */
  readonly replace: (input: ReplaceKey, options?: CallOptions) => Promise<CreatedKey>
}

/** An organization to create. */
export interface CreateOrganization extends Once {
  readonly name: string
  /** Its first owner. Default: nobody, and the operator administers it. */
  readonly owner?: { readonly userId: string; readonly name: string; readonly email?: string }
}

/** A member to add, or one whose role is to change. `userId` is the ID that the host knows them by. */
export interface SetMember extends InOrganization {
  readonly userId: string
  readonly name: string
  readonly email?: string
  readonly role: Role
}

/** Organizations and their members. Calls reject with `Unknown`, `NotAllowed`, `LastOwner` or a `ValidationError`. */
export interface OrganizationCalls {
  readonly create: (
    input: CreateOrganization,
    options?: CallOptions
  ) => Promise<{ readonly id: string; readonly name: string }>
  readonly rename: (input: InOrganization & { readonly name: string }, options?: CallOptions) => Promise<void>
  readonly members: (input: InOrganization, options?: CallOptions) => Promise<ReadonlyArray<Member>>
  /** Adds a member, or changes their role. */
  readonly setMember: (input: SetMember, options?: CallOptions) => Promise<void>
  readonly removeMember: (input: InOrganization & { readonly userId: string }, options?: CallOptions) => Promise<void>
}

/** A project to create. */
export interface CreateProject extends InOrganization, Once {
  readonly name: string
  /** An ID of the host's own. Default: a new one, `prj_…`. */
  readonly id?: string
}

/**
 * The projects of organizations. Calls reject with `Unknown`, `NotAllowed`, `AlreadyExists`, for a member also with
 * `TooManyProjects`, or with a `ValidationError`.
 */
export interface ProjectCalls {
  readonly create: (
    input: CreateProject,
    options?: CallOptions
  ) => Promise<{ readonly id: string; readonly organizationId: string; readonly name: string }>
  readonly list: (input: InOrganization, options?: CallOptions) => Promise<ReadonlyArray<Project>>
  readonly rename: (
    input: InOrganization & { readonly id: string; readonly name: string },
    options?: CallOptions
  ) => Promise<void>
}

/** The functions that administer an installation: `kit.keys`, `kit.organizations` and `kit.projects`. */
export interface Administration {
  readonly keys: Keys
  readonly organizations: OrganizationCalls
  readonly projects: ProjectCalls
}

const operator: Administrator = { type: "operator" }

const asOperator = <I extends InOrganization>(input: I) => ({ ...input, by: input.by ?? operator })

const shown = ({ key, token }: { readonly key: ApiKey; readonly token: Redacted.Redacted }): CreatedKey => ({
  key,
  token: Redacted.value(token)
})

const checks = {
  createKey: inputCheck("keys.create", "organizationId", "name", "scopes", "expiresAt?", "idempotencyKey?", "by?"),
  listKeys: inputCheck("keys.list", "organizationId", "before?", "by?"),
  revokeKey: inputCheck("keys.revoke", "organizationId", "id", "by?"),
  replaceKey: inputCheck("keys.replace", "organizationId", "id", "overlap?", "idempotencyKey?", "by?"),
  createOrganization: inputCheck("organizations.create", "name", "owner?", "idempotencyKey?"),
  renameOrganization: inputCheck("organizations.rename", "organizationId", "name", "by?"),
  members: inputCheck("organizations.members", "organizationId", "by?"),
  setMember: inputCheck("organizations.setMember", "organizationId", "userId", "name", "email?", "role", "by?"),
  removeMember: inputCheck("organizations.removeMember", "organizationId", "userId", "by?"),
  createProject: inputCheck("projects.create", "organizationId", "name", "id?", "idempotencyKey?", "by?"),
  listProjects: inputCheck("projects.list", "organizationId", "by?"),
  renameProject: inputCheck("projects.rename", "organizationId", "id", "name", "by?")
}

/** What an installation is administered with, as functions that return promises. */
export const makeAdministration = (
  run: Run<never>,
  keys: ApiKeys["Service"],
  organizations: Organizations["Service"]
): Administration => {
  /** A call whose input is looked at first, since a program in JavaScript may pass anything. */
  const call =
    <I, A, E>(check: ReturnType<typeof inputCheck>, effect: (input: I) => Effect.Effect<A, E>) =>
    (input: I, options?: CallOptions) =>
      run(
        Effect.andThen(
          check(input),
          Effect.suspend(() => effect(input))
        ),
        options
      )

  return {
    keys: {
      create: call(checks.createKey, (input) => Effect.map(keys.create(asOperator(input)), shown)),
      list: call(checks.listKeys, (input) => keys.list(asOperator(input))),
      revoke: call(checks.revokeKey, (input) => keys.revoke(asOperator(input))),
      replace: call(checks.replaceKey, (input) => Effect.map(keys.replace(asOperator(input)), shown))
    },
    organizations: {
      create: call(checks.createOrganization, organizations.create),
      rename: call(checks.renameOrganization, (input) => organizations.rename(asOperator(input))),
      members: call(checks.members, (input) => organizations.members(asOperator(input))),
      setMember: call(checks.setMember, (input) => organizations.setMember(asOperator(input))),
      removeMember: call(checks.removeMember, (input) => organizations.removeMember(asOperator(input)))
    },
    projects: {
      create: call(checks.createProject, (input) => organizations.createProject(asOperator(input))),
      list: call(checks.listProjects, (input) => organizations.projects(asOperator(input))),
      rename: call(checks.renameProject, (input) => organizations.renameProject(asOperator(input)))
    }
  }
}
