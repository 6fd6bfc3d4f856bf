import type { CallInput, Operation, Result } from '@fettle/protocol'
import type { Scene } from './scene.ts'

/** The marketplace's own people, who review, pay and decide. */
export async function decide<O extends Operation>(
  scene: Scene,
  operation: O,
  input: CallInput<O>,
  detail?: string,
): Promise<Result<O>> {
  const answer = await scene.marketplace.call(operation, input)
  scene.note('The office', operation.name.replace('marketplace.', ''), detail)
  return answer
}
