import { Registry, collectDefaultMetrics } from 'prom-client'

export interface Metrics {
  registry: Registry
}

/** One registry per app, so that several apps in one test process do not collide. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry }
}
