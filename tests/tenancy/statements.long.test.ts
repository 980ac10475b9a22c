import { describeStatements } from "./describe-statements.ts"

describeStatements(1)
