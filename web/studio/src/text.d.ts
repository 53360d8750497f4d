declare module "*.wkt" {
  const text: string;
  export default text;
}
declare module "*.geojson" {
  const text: string;
  export default text;
}
declare module "*.obj" {
  const text: string;
  export default text;
}
