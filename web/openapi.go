package web

import (
	_ "embed"
	"net/http"

	"github.com/labstack/echo/v4"
)

// openAPI describes the JSON API; a test compares it with the routes and with real answers.
//
//go:embed openapi.json
var openAPI []byte

// apiDescription answers GET /api/v1/openapi.json.
func (s *Server) apiDescription(c echo.Context) error {
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", openAPI)
}
