export interface LighthouseResult {
  path: string
  performance: number
  accessibility: number
  bestPractices: number
  lcp: number
  tbt: number
  cpuSlowdown: number
  cls: number
  failed: string[]
}
export function measure(
  origin: string,
  paths: readonly string[],
  options?: { runs?: number; api?: string },
): Promise<LighthouseResult[]>
