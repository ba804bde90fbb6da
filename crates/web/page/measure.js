// Measure: with `tetrarium serve`.

import { withoutServer } from './lab.js';

export default class Measure {
  async build() {
    this.element = withoutServer('Measure a controller', 'Measuring');
  }
}
