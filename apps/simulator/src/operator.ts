import type { CallInput, Operation, Result } from '@fettle/protocol'
import type { ScenarioContext } from './scenario-context.ts'

/** The marketplace's operators, who review, pay and decide. */
export async function actAsOperator<O extends Operation>(
  context: ScenarioContext,
  operation: O,
  input: CallInput<O>,
  detail?: string,
): Promise<Result<O>> {
  const answer = await context.marketplace.call(operation, input)
  context.logAction('The operator', operation.name.replace('marketplace.', ''), detail)
  return answer
}
