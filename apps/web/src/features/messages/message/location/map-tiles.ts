import { getMapOptions, type MapTiles } from '@fettle/protocol/common/maps'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../../lib/http/query.ts'

/** Where streets come from, if this site has any. Until it is known there are none. */
export const useMapTiles = (): MapTiles | null =>
  useQuery({ ...queryOf(getMapOptions, {}), staleTime: Infinity }).data?.tiles ?? null
