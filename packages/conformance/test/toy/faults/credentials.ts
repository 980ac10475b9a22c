import { Unauthenticated } from "@agent-operations/error-envelope"
import { checksumOf, isError, newKey, type Parts, type Principal, type Project, type World } from "../parts.ts"
import { type Faults } from "./fault.ts"

/** Where a request may have a credential, beside its `Authorization`. */
type Sought = (request: Request) => string | null | undefined

/** Takes for a credential what `isOne` says of one that there is. */
const taking =
  (isOne: (sent: string, known: string) => boolean) =>
  (right: Parts): Partial<Parts> => ({
    authenticate: (world, authorization, request) => {
      const principal = right.authenticate(world, authorization, request)
      if (!isError(principal)) return principal
      const sent = /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? ""
      return [...world.principals].find(([known]) => isOne(sent, known))?.[1] ?? principal
    }
  })

/** Takes a credential from another place, where `Authorization` has no good one. */
const from =
  (sought: Sought) =>
  (right: Parts): Partial<Parts> => ({
    authenticate: (world, authorization, request) => {
      const principal = right.authenticate(world, authorization, request)
      return isError(principal) ? (world.principals.get(sought(request) ?? "") ?? principal) : principal
    }
  })

const header =
  (name: string, pattern = /^(.*)$/): Sought =>
  (request) =>
    pattern.exec(request.headers.get(name) ?? "")?.[1]

const nearly = { law: "A1", requirement: "A1.nearly" } as const

/** Lets in anybody, to some operations. */
const openTo =
  (isOpen: (path: string) => boolean) =>
  (right: Parts): Partial<Parts> => ({
    authenticate: (world: World, authorization, request): ReturnType<Parts["authenticate"]> => {
      const principal = right.authenticate(world, authorization, request)
      const owner = world.principals.values().next().value!
      return isError(principal) && isOpen(new URL(request.url).pathname) ? owner : principal
    }
  })

const isWellSummed = (key: string) => checksumOf(key.slice(0, -6)) === key.slice(-6)

export const credentials: Faults = {
  "takes a credential in another case": {
    ...nearly,
    wrong: taking((sent, known) => sent.toLowerCase() === known.toLowerCase())
  },
  "does not look at the checksum": {
    ...nearly,
    wrong: taking((sent, known) => sent.slice(0, -6) === known.slice(0, -6))
  },
  "takes any secret with a right checksum": {
    ...nearly,
    wrong: taking((sent, known) => sent.slice(0, 30) === known.slice(0, 30) && isWellSummed(sent))
  },
  "looks at the secret, and not at whose it is": {
    ...nearly,
    wrong: taking((sent, known) => sent.slice(31, 74) === known.slice(31, 74) && isWellSummed(sent))
  },
  "compares the first letters of a secret": {
    ...nearly,
    wrong: taking((sent, known) => sent.slice(0, 70) === known.slice(0, 70) && isWellSummed(sent))
  },
  "compares all letters but one": {
    ...nearly,
    wrong: taking(
      (sent, known) =>
        sent.length === known.length && sent.slice(0, 41) + sent.slice(42) === known.slice(0, 41) + known.slice(42)
    )
  },
  "takes the beginning of a credential": {
    ...nearly,
    wrong: taking((sent, known) => sent.length >= 20 && known.startsWith(sent))
  },
  "takes what begins with a credential": { ...nearly, wrong: taking((sent, known) => sent.startsWith(known)) },
  "takes what has a credential in it": { ...nearly, wrong: taking((sent, known) => sent.endsWith(known)) },
  "looks a credential up by a pattern": {
    ...nearly,
    wrong: taking((sent, known) => sent.endsWith("%") && known.startsWith(sent.slice(0, -1)) && sent.length > 1)
  },
  "decodes a credential from percent-encoding": {
    ...nearly,
    wrong: taking((sent, known) => /%[^0]/.test(sent) && sent.replace("%61", "a") === known)
  },
  "takes quotes off a credential": { ...nearly, wrong: taking((sent, known) => sent === `"${known}"`) },
  "takes any scheme": { ...nearly, wrong: from(header("authorization", /^\w+ (\S+)$/)) },
  "takes a credential without a scheme": { ...nearly, wrong: from(header("authorization", /^(aok_\S+)$/)) },
  "takes the last of two credentials": { ...nearly, wrong: from(header("authorization", /, Bearer (\S+)$/)) },
  "takes the first of two credentials": { ...nearly, wrong: from(header("authorization", /^Bearer (\S+), /)) },
  "takes a credential in the query": {
    ...nearly,
    wrong: from((request) => new URL(request.url).searchParams.get("access_token"))
  },
  "takes a key in the query": { ...nearly, wrong: from((request) => new URL(request.url).searchParams.get("key")) },
  "takes a credential in a cookie": { ...nearly, wrong: from(header("cookie", /(?:^|; )session=([^;]+)/)) },
  "takes a credential in X-Api-Key": { ...nearly, wrong: from(header("x-api-key")) },
  "takes a credential as the user of Basic": {
    ...nearly,
    wrong: from((request) => {
      const [, encoded = ""] = /^Basic (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? []
      return Buffer.from(encoded, "base64").toString().split(":")[0]
    })
  },
  "asks no credential of a copy": {
    law: "A1",
    requirement: "A1.first",
    wrong: openTo((path) => path.includes("copy_"))
  },
  "asks no credential of a validation": {
    law: "A1",
    requirement: "A1.first",
    wrong: openTo((path) => path.includes("validate_"))
  },
  "writes before it looks at the credential": {
    law: "A1",
    requirement: "A1.nothing",
    wrong: (right) => {
      const refused = new WeakSet<Principal>()
      const projects = new WeakMap<Project, Project>()
      const ending = async <T>(project: Project, write: (project: Project) => Promise<T>) => {
        const real = projects.get(project)
        if (real === undefined) return write(project)
        await write(real)
        return new Unauthenticated({ message: "The credential is not valid." })
      }
      return {
        authenticate: (world, authorization, request) => {
          const principal = right.authenticate(world, authorization, request)
          const isWrite = /\/(update|create|delete)_/.test(request.url)
          if (!isError(principal) || !isWrite) return principal
          const anybody = { ...world.principals.values().next().value! }
          refused.add(anybody)
          return anybody
        },
        authorize: (world, principal, operation, projectId) => {
          const project = right.authorize(world, principal, operation, projectId)
          if (isError(project) || !refused.has(principal)) return project
          const marked = { ...project }
          projects.set(marked, project)
          return marked
        },
        create: (project, ...rest) => ending(project, (real) => right.create(real, ...rest)),
        update: (project, ...rest) => ending(project, (real) => right.update(real, ...rest)),
        remove: (project, ...rest) => ending(project, (real) => right.remove(real, ...rest))
      }
    }
  },
  "makes keys without a checksum": {
    law: "A1",
    requirement: "key.form",
    wrong: () => ({ newKey: () => `${newKey().slice(0, -6)}000000` })
  }
}
