import { defaultTextMapGetter, defaultTextMapSetter, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Attributes } from '@opentelemetry/api'
import type { TraceProvider } from './tracing.ts'

/** Sends traces to `<endpoint>/v1/traces` in batches. Loaded only while tracing is on. */
export function createOtlpTraces(endpoint: string, attributes: Attributes): TraceProvider {
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorageContextManager().enable()
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const tracers = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'fettle', ...attributes }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = tracers.getTracer('fettle')
  return {
    start(name, kind, spanAttributes, headers) {
      const current = contexts.active()
      const parent = headers ? propagator.extract(current, headers, defaultTextMapGetter) : current
      const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes: spanAttributes }, parent)
      return {
        span,
        context: trace.setSpan(parent, span),
        end(error) {
          if (error !== undefined) {
            // The message may hold what somebody entered; the log has it.
            span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
    within: (inner, work) => contexts.with(inner, work),
    headers() {
      const carrier: Record<string, string> = {}
      propagator.inject(contexts.active(), carrier, defaultTextMapSetter)
      return carrier
    },
    async stop() {
      await tracers.shutdown().catch(() => undefined)
      contexts.disable()
    },
  }
}
