// On both databases.
import "./evaluations.test.ts"
