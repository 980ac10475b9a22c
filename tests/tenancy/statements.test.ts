import { describeStatements } from "./describe-statements.ts"

describeStatements(0.1)
