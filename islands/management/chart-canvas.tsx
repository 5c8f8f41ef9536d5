import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartDataset,
  Chart as ChartJs,
  type ChartOptions,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useCallback } from 'react'
import type { ChartData, ChartTone } from './chart.tsx'

ChartJs.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

const colours: Readonly<Record<ChartTone, string>> = {
  main: '--color-brand',
  previous: '--color-accent',
  success: '--color-brand',
  progress: '--color-accent',
  failure: '--color-bad',
  neutral: '--color-edge',
}

/** Draws a chart with the page's colours, and again when the colour scheme changes. */
export default function ChartCanvas({ title, data }: { title: string; data: ChartData }) {
  const canvas = useCallback(
    (element: HTMLCanvasElement) => {
      if (!element.getContext('2d')) return
      let chart = draw(element, data)
      const scheme = window.matchMedia('(prefers-color-scheme: dark)')
      const redraw = () => {
        chart.destroy()
        chart = draw(element, data)
      }
      scheme.addEventListener('change', redraw)
      return () => {
        scheme.removeEventListener('change', redraw)
        chart.destroy()
      }
    },
    [data],
  )
  return <canvas ref={canvas} role="img" aria-label={title} />
}

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)

function draw(element: HTMLCanvasElement, data: ChartData) {
  return new ChartJs(element, {
    type: 'bar',
    data: { labels: [...data.labels], datasets: datasetsOf(data) },
    options: optionsOf(data),
  })
}

const datasetsOf = ({ series }: ChartData): ChartDataset<'bar' | 'line', number[]>[] =>
  series.map(({ name, tone, values, isLine }) => {
    const common = {
      label: name,
      data: [...values],
      backgroundColor: colour(colours[tone]),
      borderColor: colour(colours[tone]),
    }
    return isLine
      ? { ...common, type: 'line', borderWidth: 2, pointRadius: 2, order: 0 }
      : { ...common, type: 'bar', order: 1, maxBarThickness: 48 }
  })

function optionsOf({ format, series, isStacked = false, isHorizontal = false }: ChartData): ChartOptions {
  const [text, line] = [colour('--color-muted'), colour('--color-line')]
  const category = { stacked: isStacked, grid: { display: false }, ticks: { color: text, maxRotation: 0 } }
  const values = {
    stacked: isStacked,
    beginAtZero: true,
    grid: { color: line },
    border: { display: false },
    ticks: {
      color: text,
      maxTicksLimit: 6,
      precision: 0,
      callback: (value: number | string) => format(Number(value)),
    },
  }
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    indexAxis: isHorizontal ? 'y' : 'x',
    interaction: { mode: 'index', intersect: false, axis: isHorizontal ? 'y' : 'x' },
    scales: isHorizontal ? { x: values, y: category } : { x: category, y: values },
    plugins: {
      legend: {
        position: 'bottom',
        align: 'start',
        reverse: series.some(({ isLine }) => isLine),
        labels: { color: text, boxWidth: 12, boxHeight: 12 },
      },
      tooltip: {
        callbacks: { label: ({ dataset, raw }) => `${dataset.label}: ${format(Number(raw))}` },
      },
    },
  }
}
