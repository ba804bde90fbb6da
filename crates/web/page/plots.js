// Plots by uPlot (vendored, MIT licence: vendor/uplot-LICENSE.txt).

import { colour, onColours } from './board.js';

let loading;
/** uPlot, loaded when the first plot is made. */
function uplot() {
  loading ??= new Promise((resolve, reject) => {
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = 'vendor/uplot.css';
    const script = document.createElement('script');
    script.src = 'vendor/uplot.js';
    script.onload = () => resolve(window.uPlot);
    script.onerror = () => reject(new Error('vendor/uplot.js cannot be loaded'));
    document.head.append(style, script);
  });
  return loading;
}

const HUES = [222, 12, 140, 45, 280, 190, 330, 90];
/** The colour of line number `index`. */
export const lineColour = (index) => `hsl(${HUES[index % HUES.length]} 65% ${index < HUES.length ? 55 : 40}%)`;

/** A plot in an element; `series` as uPlot has them, without the first, which is x. */
export class Plot {
  static async in(element, { x, y, series, bands, height = 300 }) {
    const plot = new Plot();
    Object.assign(plot, { element, x, y, series, bands, height, UPlot: await uplot() });
    plot.make([[], ...series.map(() => [])]);
    new ResizeObserver(() => plot.plot.setSize({ width: Math.max(200, element.clientWidth), height })).observe(element);
    onColours(() => element.isConnected && plot.make(plot.data));
    return plot;
  }

  make(data) {
    this.plot?.destroy();
    const axis = (label) => ({
      label, labelSize: 20, labelFont: '12px system-ui, sans-serif', font: '12px system-ui, sans-serif',
      stroke: colour('soft'), grid: { stroke: colour('grid'), width: 1 }, ticks: { stroke: colour('grid') },
    });
    const vertical = { ...axis(this.y), size: 64, values: (_, ticks) => ticks.map((tick) => shortened(tick)) };
    this.plot = new this.UPlot({
      width: Math.max(200, this.element.clientWidth), height: this.height,
      scales: { x: { time: false } }, axes: [axis(this.x), vertical], bands: this.bands,
      series: [{ label: this.x }, ...this.series.map((one) => ({ width: 1.5, points: { show: false }, ...one }))],
      legend: { live: true }, cursor: { points: { size: 6 } },
    }, data, this.element);
    this.data = data;
  }

  set(data) {
    this.data = data;
    this.plot.setData(data);
  }

  leave() { this.plot.destroy(); }
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
const shortened = (number) => (number == null ? '' : SHORT.format(number));
/** Bars for a plot. */
export const bars = async () => (await uplot()).paths.bars({ size: [0.92, 100], align: 1 });
