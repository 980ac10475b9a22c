import { type Running, startSubject } from "./subjects.ts"

/** Starts the built host of `subjects/mounted.ts` on a database, with `mcp`, `docs` or `evaluations` added, or nothing. */
export const startMounted = (added: string, url: string): Promise<Running> => {
  const subject = {
    name: "host",
    script: `${import.meta.dirname}/subjects/mounted.ts`,
    built: true,
    settings: { WITH: added },
    protocol: { path: String, encode: (input: object) => input, decode: (body: unknown) => body }
  }
  const environment = { NODE_OPTIONS: "", NODE_COMPILE_CACHE: "", DATABASE_URL: url }
  return startSubject(subject, { organizationId: "bench", projectId: "bench" }, environment, [], { pollMs: 2 })
}
