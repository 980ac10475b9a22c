import { query } from "@agent-operations/postgres-for-tests"
import { inject } from "vitest"

/** A user of the server who may create databases, so that those of other tests are not counted, and what drops them all. */
export const ownUser = async (name: string) => {
  const admin = inject("postgresUrl")
  await query(admin, `create role ${name} login createdb password '${name}'`)
  const url = new URL(admin)
  url.username = url.password = name
  const databases = async () => {
    const owned = `select datname from pg_database where pg_get_userbyid(datdba) = '${name}'`
    return (await query(admin, owned)).map(({ datname }) => String(datname))
  }
  return {
    url: url.href,
    databases,
    /** Those of its databases that are copies of a template. */
    copies: async () => (await databases()).filter((one) => /^agent_operations_test_\d/.test(one)),
    drop: async () => {
      for (const one of await databases()) await query(admin, `drop database "${one}" with (force)`)
      await query(admin, `drop role ${name}`)
    }
  }
}
