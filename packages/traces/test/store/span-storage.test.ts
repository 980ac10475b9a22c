import { describeOnBothDatabases } from "@agent-operations/testing"
import { makeSqlSpanStorage } from "../../src/store/sql-span-storage.ts"
import { spanStorageSuite } from "./span-storage-suite.ts"

describeOnBothDatabases("facts and bodies in the database of the heads", (database) => {
  spanStorageSuite(database, makeSqlSpanStorage)
})
