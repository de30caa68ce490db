// Factory, MIT licence; see LICENSE
//
// Zoom and pan, by pointer, touch and keyboard.
import { READABLE, SMALLEST_READABLE } from "./drawing.mjs";

export class Camera {
  #animation = 0;
  #pointers = new Map();
  #moved = 0;

  constructor(drawing, { click, hover, open }) {
    this.drawing = drawing;
    const { canvas } = drawing;
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      if (this.#pointers.size === 1) this.#moved = 0;
      cancelAnimationFrame(this.#animation);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.#pointers.has(event.pointerId)) this.#drag(event);
      else hover(this.#itemAt(event), event);
    });
    canvas.addEventListener("pointerup", (event) => {
      const wasDown = this.#pointers.delete(event.pointerId);
      if (wasDown && this.#moved < 5) click(this.#itemAt(event), event);
      canvas.classList.remove("dragging");
    });
    canvas.addEventListener("pointercancel", ({ pointerId }) => {
      this.#pointers.delete(pointerId);
    });
    canvas.addEventListener("pointerleave", (event) => hover(null, event));
    canvas.addEventListener("dblclick", (event) => {
      const item = this.#itemAt(event);
      if (item) open(item);
      else this.zoom(1.6, event.offsetX, event.offsetY);
    });
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /// Shows the whole drawing.
  fit(animated = true) {
    if (this.drawing.scene) this.#moveTo(this.drawing.wholeView, animated);
  }

  /// Shows the whole drawing, or the middle of its top if cards would then have no text.
  start() {
    const whole = this.drawing.wholeView;
    const { scene, room } = this.drawing;
    this.#moveTo(whole.scale >= READABLE ? whole
      : { scale: READABLE, x: (room.width - scene.width * READABLE) / 2, y: 24 }, false);
  }

  /// Shows nodes or groups at a readable size, or the most important if all do not fit.
  focus(items, main) {
    const { scene } = this.drawing;
    const bounds = scene?.bounds(items);
    if (!bounds) return;
    const view = this.drawing.viewOf(bounds, 1.1);
    this.#moveTo(view.scale >= READABLE ? view
      : this.drawing.viewOf(scene.bounds([main]), READABLE), true);
  }

  /// Where the corner of a box is in the window.
  placeOf(item) {
    const box = this.drawing.scene?.boxes.get(item);
    const { x, y, scale } = this.drawing.view;
    return box ? { x: x + box.x * scale, y: y + box.y * scale } : null;
  }

  /// Moves the drawing, which was laid out again, so that a box is where it was. If it is not in
  /// the window as a whole, it is then moved into it.
  keep(item, place) {
    const box = this.drawing.scene?.boxes.get(item);
    if (!box) return;
    const { view: { scale }, room } = this.drawing;
    const { x, y } = place ?? { x: 0, y: 0 };
    this.#set({ scale, x: x - box.x * scale, y: y - box.y * scale });
    const isInside = place && x >= 0 && y >= 0 && x + box.width * scale <= room.width
      && y + box.height * scale <= room.height;
    if (!isInside || scale < READABLE) this.#showCorner(box);
  }

  /// Shows a box as a whole, or its upper left corner if it would be too small to read.
  #showCorner(box) {
    const { room } = this.drawing;
    const fitting = Math.min((room.width - 96) / box.width, (room.height - 96) / box.height);
    const scale = Math.min(1.1, Math.max(fitting, SMALLEST_READABLE));
    const start = (length, size) => Math.max(24, (length - size * scale) / 2);
    this.#moveTo({
      scale, x: start(room.width, box.width) - box.x * scale,
      y: start(room.height, box.height) - box.y * scale,
    }, true);
  }

  /// Moves the drawing if a node is outside the window or too small to read.
  reveal(node) {
    const box = this.drawing.scene?.bounds([node]);
    if (!box) return;
    const { view, canvas } = this.drawing;
    const left = view.x + box.x * view.scale;
    const top = view.y + box.y * view.scale;
    const isInside = left > 20 && top > 20
      && left + box.width * view.scale < canvas.clientWidth - 20
      && top + box.height * view.scale < canvas.clientHeight - 20;
    if (isInside && view.scale >= READABLE) return;
    const scale = Math.max(view.scale, 0.8);
    this.#moveTo({
      scale, x: canvas.clientWidth / 2 - (box.x + box.width / 2) * scale,
      y: canvas.clientHeight / 2 - (box.y + box.height / 2) * scale,
    }, true);
  }

  zoom(factor, x = this.drawing.room.width / 2, y = this.drawing.room.height / 2) {
    const { view } = this.drawing;
    const scale = Math.min(4, Math.max(0.02, view.scale * factor));
    const change = scale / view.scale;
    this.#set({ scale, x: x - (x - view.x) * change, y: y - (y - view.y) * change });
  }

  #set(view) {
    this.drawing.view = view;
    this.drawing.redraw();
  }

  #moveTo(target, animated) {
    cancelAnimationFrame(this.#animation);
    if (!animated || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#set(target);
      return;
    }
    const start = { ...this.drawing.view };
    const began = performance.now();
    const step = (now) => {
      const time = Math.min(1, Math.max(0, now - began) / 260);
      const eased = 1 - (1 - time) ** 3;
      this.#set(Object.fromEntries(["x", "y", "scale"]
        .map((key) => [key, start[key] + (target[key] - start[key]) * eased])));
      if (time < 1) this.#animation = requestAnimationFrame(step);
    };
    this.#animation = requestAnimationFrame(step);
  }

  #itemAt({ offsetX, offsetY }) {
    const { view, scene } = this.drawing;
    const x = (offsetX - view.x) / view.scale;
    const y = (offsetY - view.y) / view.scale;
    return scene?.itemAt(x, y, view.scale) ?? null;
  }

  #wheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.shiftKey) {
      this.#pan(-(event.deltaX || event.deltaY) * unit, 0);
      return;
    }
    const speed = event.ctrlKey ? 0.01 : 0.0015;
    this.zoom(Math.exp(-event.deltaY * unit * speed), event.offsetX, event.offsetY);
  }

  #pan(x, y) {
    const { view } = this.drawing;
    this.#set({ ...view, x: view.x + x, y: view.y + y });
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    const now = { x: event.offsetX, y: event.offsetY };
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId);
    this.#pointers.set(event.pointerId, now);
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (others.length > 0) {
      const other = others[0][1];
      const distance = Math.hypot(before.x - other.x, before.y - other.y);
      const change = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(distance, 1);
      this.zoom(change, (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (this.#moved >= 5) {
      this.drawing.canvas.classList.add("dragging");
      this.#pan(now.x - before.x, now.y - before.y);
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowLeft: () => this.#pan(60, 0), ArrowRight: () => this.#pan(-60, 0),
      ArrowUp: () => this.#pan(0, 60), ArrowDown: () => this.#pan(0, -60),
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8),
      0: () => this.fit(),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }
}
