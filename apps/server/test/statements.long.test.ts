import { describeStatements } from "./statements.ts"

describeStatements({ scale: 0.02 })
