import {
  getSimulatorStatus,
  listSimulatorCommands,
  putSimulatorReport,
  resetSimulator,
  runScenario,
  seedSimulator,
  startSimulator,
  stepSimulator,
  stopSimulator,
} from '@fettle/protocol/simulator'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import * as service from './simulator.service.ts'

export { sendCommand, readStatus as readSimulator } from './simulator.service.ts'

/** Registers the simulator's control operations. They exist in a demo only. */
export function registerSimulator(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  { openProvider }: { openProvider: (id: string) => Promise<unknown> },
): void {
  /** Throws NOT_FOUND outside a demo. */
  const inDemo = <Handler extends (...args: never[]) => unknown>(handler: Handler): Handler =>
    ((...args: Parameters<Handler>) => {
      if (!deps.config.demo || deps.config.production) throw new AppError('NOT_FOUND', { thing: 'page' })
      return handler(...args)
    }) as Handler

  marketplace.serve(
    seedSimulator,
    inDemo(({ body }) => service.sendCommand(deps, { do: 'seed', ...body })),
  )
  marketplace.serve(
    startSimulator,
    inDemo(({ body }) => service.sendCommand(deps, { do: 'start', ...body })),
  )
  marketplace.serve(
    stopSimulator,
    inDemo(() => service.sendCommand(deps, { do: 'stop' })),
  )
  marketplace.serve(
    stepSimulator,
    inDemo(() => service.sendCommand(deps, { do: 'step' })),
  )
  marketplace.serve(
    resetSimulator,
    inDemo(() => service.sendCommand(deps, { do: 'reset' })),
  )
  marketplace.serve(
    runScenario,
    inDemo(async ({ params, body }) => {
      await openProvider(body.providerId)
      return service.sendCommand(deps, { do: 'run', scenario: params.name, providerId: body.providerId })
    }),
  )
  marketplace.serve(
    getSimulatorStatus,
    inDemo(() => service.readStatus(deps)),
  )
  marketplace.serve(
    listSimulatorCommands,
    inDemo(async ({ query, request }) => {
      const disconnected = new AbortController()
      const disconnect = () => disconnected.abort()
      request.raw.socket.once('close', disconnect)
      try {
        return await service.listCommands(deps, { ...query, disconnected: disconnected.signal })
      } finally {
        request.raw.socket.off('close', disconnect)
      }
    }),
  )
  marketplace.serve(
    putSimulatorReport,
    inDemo(async ({ body }) => {
      await service.report(deps, body)
      return {}
    }),
  )
}
