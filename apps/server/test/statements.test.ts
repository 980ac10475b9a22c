import { storedLaws } from "./stored-laws.ts"
import { describeStatements } from "./statements.ts"

// What the other laws ask for is refused, or is what these ask for.
describeStatements({ laws: storedLaws, quick: true })
