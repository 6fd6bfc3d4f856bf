export { SeriesPage as Component } from './series/series-page.tsx'
