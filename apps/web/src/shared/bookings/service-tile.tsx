import {
  BrickWall,
  Drill,
  Faucet,
  Hammer,
  Heater,
  House,
  KeyRound,
  PaintRoller,
  Plug,
  Sprout,
  SprayCan,
  Toolbox,
  Truck,
  WashingMachine,
  type LucideIcon,
} from 'lucide-react'
import type { ServiceType } from './service-types.ts'

const pictograms: Record<ServiceType, LucideIcon> = {
  HANDYMAN: Drill,
  PLUMBING: Faucet,
  ELECTRICAL: Plug,
  CARPENTRY: Hammer,
  PAINTING: PaintRoller,
  TILING: BrickWall,
  ROOFING: House,
  HVAC: Heater,
  APPLIANCE_REPAIR: WashingMachine,
  CLEANING: SprayCan,
  GARDENING: Sprout,
  MOVING: Truck,
  LOCKSMITH: KeyRound,
  OTHER: Toolbox,
}

/** First photo of a job; without one the pictogram of its trade. Decorative: the title is beside it. */
export function ServiceTile({ type, photo }: { type: ServiceType | null; photo?: string | null | undefined }) {
  const Pictogram = pictograms[type ?? 'OTHER']
  return photo ? (
    <img src={photo} alt="" className="size-10 shrink-0 rounded-control bg-surface-sunken object-cover" />
  ) : (
    <span
      aria-hidden="true"
      data-service={type ?? 'OTHER'}
      className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text"
    >
      <Pictogram size={22} strokeWidth={1.75} />
    </span>
  )
}
