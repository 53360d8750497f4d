/** Two fingers on the plan zoom and move it. */
import type { Vec2 } from "./protocol.js";

export interface Pinch {
  /** The second finger came: what the first one began is to be taken back. */
  begin(): void;
  /** The fingers went apart by a factor around their middle, and it moved by so many pixels. */
  move(factor: number, middle: Vec2, by: Vec2): void;
}

/** Keeps events of two fingers from the listeners that come after it. */
export function listenPinch(canvas: HTMLElement, at: (event: PointerEvent) => Vec2, pinch: Pinch): void {
  const fingers = new Map<number, Vec2>();
  const measure = () => {
    const [a, b = a] = [...fingers.values()];
    return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as Vec2, apart: Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1) };
  };
  canvas.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, at(event));
    if (fingers.size > 1) {
      event.stopImmediatePropagation();
      pinch.begin();
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) {
      return; // a mouse that is not pressed
    }
    const before = measure();
    fingers.set(event.pointerId, at(event));
    if (fingers.size < 2) {
      return;
    }
    event.stopImmediatePropagation();
    const after = measure();
    pinch.move(after.apart / before.apart, before.middle, [after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]]);
  });
  for (const end of ["pointerup", "pointercancel"] as const) {
    canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
}
