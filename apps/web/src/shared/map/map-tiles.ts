import type { MapTiles } from '@fettle/protocol/common/maps'
import { getMapOptions } from '@fettle/protocol/common/calls'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/http/query.ts'

/** Tile server of this site; null when there is none or it is not known yet. */
export const useMapTiles = (): MapTiles | null =>
  useQuery({ ...queryOf(getMapOptions, {}), staleTime: Infinity }).data?.tiles ?? null
