export { scenarioNames, scenarios } from './scenarios/index.ts'
export type { LoggedAction } from './scenario-context.ts'
export { createSimulator, type Simulator } from './simulator.ts'
export { systemTime, type Time } from './time.ts'
