// Train: with `tetrarium serve`.

import { withoutServer } from './lab.js';

export default class Train {
  async build() {
    this.element = withoutServer('Train a controller', 'Training');
  }
}
