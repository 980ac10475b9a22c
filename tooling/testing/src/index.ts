/**
 * Fresh databases of both sorts for every suite.
 *
 * @module
 */
export { noOtherUser, reachedByAnotherUser } from "./anotherUser.ts"
export {
  databases,
  describeOnBothDatabases,
  describeOnPostgres,
  describeStepsOnBothDatabases,
  type TestDatabase
} from "./databases.ts"
export { embeddedDatabase, emptyImage } from "./embeddedDatabase.ts"
export { hostDatabases, hostPool } from "./hostDatabases.ts"
export { databaseIn, noLocales } from "./localeDatabase.ts"
export { serverDatabase, serverDatabaseUrl, serverDatabaseWith } from "./serverDatabase.ts"
